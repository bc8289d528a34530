import { Button } from '@arco-design/web-react'
import { useEffect, useId } from 'react'
import { type Downloads, useDownloadProgress } from './useDownloads.ts'
import './download.css'

export interface DownloadProgressProps {
  readonly downloads: Downloads
  /** The download in progress. @param name as it was started */
  readonly label: (name: string) => string
  /** Cancels it. */
  readonly cancel: string
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

/** How far a download is, and the way to end it; nothing while there is none. */
export function DownloadProgress({ downloads, label, cancel }: DownloadProgressProps) {
  const progress = useDownloadProgress(downloads)
  const id = useId()
  useWarning(progress !== undefined)
  if (!progress) return null
  const { name, percent } = progress
  return (
    <div className="download-progress">
      <label htmlFor={id} title={label(name)}>
        {label(name)}
      </label>
      <progress id={id} max={100} value={percent} />
      <span className="download-percent">{percent} %</span>
      <Button size="small" onClick={downloads.cancel}>
        {cancel}
      </Button>
    </div>
  )
}
