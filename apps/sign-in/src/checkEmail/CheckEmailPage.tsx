import { verifyEmail } from '@atrium/contract'
import { Refusal, send, useContractText, useLanguage, useLocation, useNavigate } from '@atrium/shared-api'
import { useEffect, useRef, useState } from 'react'
import { useLinkKey } from '../linkKey.ts'
import { OutcomePage } from '../outcome/OutcomePage.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'

/** Where the link of a verification e-mail leads: says whether the address is verified now. */
export default function CheckEmailPage() {
  const t = useAccountTexts()
  const server = useContractText()
  const key = useLinkKey()
  const [found, again] = useVerification(key)
  const help = { contacts: t('checkEmail.help'), noContacts: t('checkEmail.helpNoContacts') }
  const failure = { kind: 'failed', title: t('checkEmail.failed'), help } as const
  if (key === '') return <OutcomePage {...failure} line={server('refusal.keyUnknown')} />
  if (found.state === 'refused') return <OutcomePage {...failure} line={found.message} />
  if (found.state === 'unreachable') {
    return <OutcomePage {...failure} line={t('outcome.unreachable')} onRetry={again} />
  }
  if (found.state === 'checking') {
    return <OutcomePage kind="waiting" title={t('checkEmail.checking')} line={t('checkEmail.wait')} />
  }
  return <OutcomePage kind="done" title={t('checkEmail.done')} line={t('checkEmail.doneLine')} />
}

/** Noted in the history's entry when a key was accepted, so that a reload does not send it again. */
const accepted = { verified: true }
const isAccepted = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'verified' in state

/**
 * Has the server verify an address by the key of a link, once; again only after a refusal, in another language or by
 * the user's wish.
 * @param key '' is not sent
 */
function useVerification(key: string): [Verification, () => void] {
  const language = useLanguage()
  const location = useLocation()
  const navigate = useNavigate()
  const known = isAccepted(location.state)
  const [found, setFound] = useState<Verification>({ state: known ? 'verified' : 'checking' })
  const [attempt, setAttempt] = useState(0)
  const asked = useRef('')
  // The history's entry is told a moment later, and the language may change between.
  const acceptedKey = useRef('')

  useEffect(() => {
    const question = `${key} ${language} ${attempt}`
    if (key === '' || known || acceptedKey.current === key || asked.current === question) return
    asked.current = question
    verify(key).then((answer) => {
      if (answer.state === 'verified') acceptedKey.current = key
      const outdated = asked.current !== question && answer.state !== 'verified'
      // Once verified it stays so, whatever a second question is told of the key that has served.
      setFound((before) => (before.state === 'verified' || outdated ? before : answer))
      if (answer.state === 'verified') void navigate(location, { replace: true, state: accepted })
    })
  }, [key, language, attempt, known, navigate, location])

  const again = (): void => {
    setFound({ state: 'checking' })
    setAttempt((count) => count + 1)
  }
  return [found, again]
}

/** How a verification stands: on its way, done, refused with the server's words, or never answered. */
export type Verification =
  | { readonly state: 'checking' | 'verified' | 'unreachable' }
  | { readonly state: 'refused'; readonly message: string }

/** Sends a key. A key serves once, so that this must not be called again after it was accepted. */
export const verify = (key: string): Promise<Verification> =>
  send(verifyEmail, { key }, { overlay: false, quiet: true }).then(
    () => ({ state: 'verified' }) as const,
    (error: unknown) =>
      error instanceof Refusal
        ? ({ state: 'refused', message: error.message } as const)
        : ({ state: 'unreachable' } as const),
  )
