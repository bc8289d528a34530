import { useRef, useState } from 'react'

/**
 * Asks an asynchronous question, one at a time.
 * @returns `asking`, and `ask`, which returns false while a question is pending
 */
export function useQuestion<Subject, Decision>(question: (subject: Subject) => Decision | Promise<Decision>) {
  const [asking, setAsking] = useState(false)
  const busy = useRef(false)

  const ask = async (subject: Subject): Promise<Decision | false> => {
    if (busy.current) return false
    busy.current = true
    setAsking(true)
    try {
      return await question(subject)
    } finally {
      busy.current = false
      setAsking(false)
    }
  }
  return { asking, ask }
}
