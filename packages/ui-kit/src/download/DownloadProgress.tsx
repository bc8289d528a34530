import { Button } from '@arco-design/web-react'
import { useEffect, useId } from 'react'
import { type Downloads, useDownloadProgress } from './use-downloads.ts'
import './download.css'

export interface DownloadProgressProps {
  readonly downloads: Downloads
  /**
   * Label of the download in progress.
   * @param name name given when the download started
   */
  readonly label: (name: string) => string
  /** Label of the cancel button. */
  readonly cancel: string
}

/** Warns the user before reloading or closing the window interrupts a download. */
function useWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [active])
}

/** Shows the progress of the current download with a cancel button; renders nothing without a download. */
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
