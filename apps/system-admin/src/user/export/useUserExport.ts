import { type InputOf, userExport } from '@atrium/contract'
import { download } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { useEffect, useRef, useState } from 'react'
import { useSystemText } from '../../texts/index.ts'
import { saveFile } from './save-file.ts'

export interface UserExport {
  /** How much of the file has come, in whole percent; undefined while there is no export. */
  readonly percent: number | undefined
  readonly start: (input: InputOf<typeof userExport>) => Promise<void>
  readonly cancel: () => void
}

/** Warns before a reload or a closed window ends what is under way. */
function useWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [active])
}

/** Exports users, one file at a time. Leaving the page ends an export, and says so. */
export function useUserExport(): UserExport {
  const t = useSystemText()
  const [percent, setPercent] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useWarning(percent !== undefined)

  const cancel = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  const start: UserExport['start'] = async (input) => {
    if (running.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setPercent(0)
    try {
      const onProgress = (share: number) => setPercent(Math.floor(share * 100))
      saveFile(await download(userExport, input, { signal, onProgress }))
      Message.success(t('user.export.done'))
    } catch {
      // Any other failure has been shown by then.
      if (signal.aborted) Message.info(t('user.export.cancelled'))
    } finally {
      running.current = undefined
      setPercent(undefined)
    }
  }
  return { percent, start, cancel }
}
