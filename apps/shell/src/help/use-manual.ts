import { useLanguage } from '@atrium/shared-api'
import { useEffect, useState } from 'react'
import { type ManualName, manualsPath } from './manuals.ts'

interface Loaded {
  readonly name: ManualName
  /** Undefined if the manual could not be fetched. */
  readonly text: string | undefined
}

async function fetchManual(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal })
  if (!response.ok) throw new Error(`HTTP status ${response.status}`)
  return response.text()
}

/** Fetches a manual in the page's language. After a language change the old text stays until the new one arrives. */
export function useManual(name: ManualName) {
  const language = useLanguage()
  const [loaded, setLoaded] = useState<Loaded>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    fetchManual(`${manualsPath}/${language}/${name}.md`, signal).then(
      (text) => setLoaded({ name, text }),
      () => signal.aborted || setLoaded({ name, text: undefined }),
    )
    return () => controller.abort()
  }, [name, language, attempt])
  const present = loaded?.name === name ? loaded : undefined
  return {
    text: present?.text,
    failed: present !== undefined && present.text === undefined,
    retry: () => {
      setLoaded(undefined)
      setAttempt((count) => count + 1)
    },
  }
}
