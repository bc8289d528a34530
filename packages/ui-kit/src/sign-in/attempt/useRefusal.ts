import { useLanguage } from '@atrium/shared-api'
import { useState } from 'react'

/**
 * The server's words on a refused form. They are in the language of the request, so that a switch ends them.
 * @param first asked for what there is to say already
 */
export function useRefusal(first = () => ''): [string, (message: string) => void] {
  const language = useLanguage()
  const [refusal, setRefusal] = useState(() => ({ message: first(), language }))
  const shown = refusal.language === language ? refusal.message : ''
  return [shown, (message) => setRefusal({ message, language })]
}
