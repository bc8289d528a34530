import { useLanguage, useLocation, useNavigate } from '@atrium/shared-api'
import { useEffect, useRef, useState } from 'react'
import { type Verification, verify } from './verification.ts'

/** Noted in the history's entry when a key was accepted, so that a reload does not send it again. */
const accepted = { verified: true }
const isAccepted = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'verified' in state

/**
 * Has the server verify an address by the key of a link, once; again only after a refusal, in another language or by
 * the user's wish.
 * @param key '' is not sent
 */
export function useVerification(key: string): [Verification, () => void] {
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
