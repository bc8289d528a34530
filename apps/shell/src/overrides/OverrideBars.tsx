import { loopbackOrigin, type Override, overrideAllow, overrideEnd } from '@atrium/contract'
import { moduleName, send, useLanguage, useTexts } from '@atrium/shared-api'
import { Button, Message } from '@atrium/ui-kit'
import { confirmDialog } from '@atrium/ui-kit/overlay'
import { useEffect, useRef, useState } from 'react'
import { useRemotes } from '../remotes/context.ts'
import { dropOffer, type OverrideOffer } from './offer.ts'
import './texts/index.ts'
import './overrides.css'

interface Props {
  readonly running: readonly Override[]
  readonly offer: OverrideOffer | undefined
}

/** Lists the modules that run from the user's own machine, and asks whether to run another one. */
export default function OverrideBars({ running, offer }: Props) {
  useOffer(offer)
  return (
    <div className="override-bars">
      {running.map((override) => (
        <OverrideBar key={override.name} override={override} />
      ))}
    </div>
  )
}

/** Asks once whether to run a module from the address in the link. Reloads the page if the user agrees. */
function useOffer(offer: OverrideOffer | undefined): void {
  const t = useTexts('overrides')
  const { loader } = useRemotes()
  const asked = useRef(false)
  useEffect(() => {
    if (!offer || asked.current) return
    asked.current = true
    const { name, origin } = offer
    dropOffer()
    if (!loopbackOrigin.test(origin) || !loader.registry().remotes.some((remote) => remote.name === name)) {
      Message.error(t('offer.wrong'))
      return
    }
    const question = {
      title: t('offer.title', { module: moduleName(name) }),
      content: t('offer.content', { module: moduleName(name), origin }),
      ok: t('offer.ok'),
      danger: true,
    }
    void confirmDialog(question).then(async (agreed) => {
      if (!agreed) return
      await send(overrideAllow, { name, origin }).then(
        () => window.location.reload(),
        // The error message is already shown.
        () => undefined,
      )
    })
  }, [offer, loader, t])
}

/** Returns whether an instant has passed. */
function useIsPast(instant: string): boolean {
  const [isPast, setPast] = useState(Date.parse(instant) <= Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), Math.max(0, Date.parse(instant) - Date.now()))
    return () => clearTimeout(timer)
  }, [instant])
  return isPast
}

function OverrideBar({ override: { name, origin, expireTime } }: { readonly override: Override }) {
  const t = useTexts('overrides')
  const language = useLanguage()
  const isPast = useIsPast(expireTime)
  const [ending, setEnding] = useState(false)
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(expireTime))
  const end = async (): Promise<void> => {
    setEnding(true)
    if (!isPast) await send(overrideEnd, { name }).catch(() => undefined)
    window.location.reload()
  }
  const facts = { module: moduleName(name), origin, time }
  return (
    <div className="override-bar" role="status">
      <span>{isPast ? t('bar.past', facts) : t('bar.running', facts)}</span>
      <Button size="small" loading={ending} onClick={() => void end()}>
        {isPast ? t('bar.reload') : t('bar.end')}
      </Button>
    </div>
  )
}
