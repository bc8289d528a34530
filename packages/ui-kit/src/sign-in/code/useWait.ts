import { useEffect, useReducer } from 'react'
import { type CodePurpose, codesSent } from './codes-sent.ts'

/** The seconds until another code may be asked for, counted down. */
export function useWait(purpose: CodePurpose, subject: string): number {
  const [, look] = useReducer((times: number) => times + 1, 0)
  const seconds = codesSent.wait(purpose, subject)
  const waiting = seconds > 0
  useEffect(() => {
    if (!waiting) return
    // Looks twice a second, so that no second is skipped when a timer comes late.
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [waiting])
  return seconds
}
