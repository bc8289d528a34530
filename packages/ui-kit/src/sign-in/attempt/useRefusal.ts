import { useLanguage } from '@atrium/shared-api'
import { useState } from 'react'

/** The server's words on a refused form. They are in the language of the request, so that a switch ends them. */
export function useRefusal(): [string, (message: string) => void] {
  const language = useLanguage()
  const [refusal, setRefusal] = useState({ message: '', language })
  const shown = refusal.language === language ? refusal.message : ''
  return [shown, (message) => setRefusal({ message, language })]
}
