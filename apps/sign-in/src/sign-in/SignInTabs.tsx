import { lastSignIn, pageScope, useAddressState, useTexts } from '@atrium/shared-api'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import './sign-in-tabs.css'

const kinds = ['password', 'sms'] as const
type Kind = (typeof kinds)[number]

const inAddress = { tab: '' }
const lastKind = (): Kind => (lastSignIn.type() === 'phone' ? 'sms' : 'password')
const tabId = (kind: Kind): string => `sign-in-tab-${kind}`
const panelId = (kind: Kind): string => `sign-in-panel-${kind}`

interface SignInTabsProps {
  /** Tab that is open at first. By default, that of the last sign-in. */
  readonly first: Kind | undefined
  readonly panels: Readonly<Record<Kind, ReactNode>>
}

/** Shows the ways to sign in as tabs. The address contains the open tab. Each tab keeps its input. */
export function SignInTabs({ first, panels }: SignInTabsProps) {
  const t = useTexts('sign-in')
  const [{ tab }, setAddress] = useAddressState(inAddress)
  const [last] = useState(lastKind)
  const shown = kinds.find((kind) => kind === tab) ?? first ?? last
  const [visited, setVisited] = useState<readonly Kind[]>([shown])
  if (!visited.includes(shown)) setVisited([...visited, shown])

  const choose = (kind: Kind): void => setAddress({ tab: kind }, { replace: true })
  const other: Kind = shown === 'password' ? 'sms' : 'password'
  const move = ({ key }: KeyboardEvent): void => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    choose(other)
    pageScope().getElementById(tabId(other))?.focus()
  }
  return (
    <>
      <div role="tablist" className="sign-in-tabs" aria-label={t('signIn.ways')}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            role="tab"
            id={tabId(kind)}
            aria-selected={kind === shown}
            aria-controls={panelId(kind)}
            tabIndex={kind === shown ? 0 : -1}
            onClick={() => choose(kind)}
            onKeyDown={move}
          >
            {t(`signIn.${kind}`)}
          </button>
        ))}
      </div>
      {kinds.map((kind) => (
        <div
          key={kind}
          role="tabpanel"
          id={panelId(kind)}
          aria-labelledby={tabId(kind)}
          hidden={kind !== shown}
        >
          {visited.includes(kind) && panels[kind]}
        </div>
      ))}
    </>
  )
}
