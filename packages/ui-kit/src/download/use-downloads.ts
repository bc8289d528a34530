import { Message } from '@arco-design/web-react'
import type { Call, InputOf } from '@atrium/contract'
import { download } from '@atrium/shared-api'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { saveFile } from './save-file.ts'

/** Texts shown for a download. */
export interface DownloadTexts {
  readonly done: string
  readonly cancelled: string
  /** Message if another download is in progress. */
  readonly busy: string
}

/** Progress of a download. */
interface Progress {
  /** Name of the file for the user. */
  readonly name: string
  /** Progress in whole percent. */
  readonly percent: number
}

/**
 * The downloads of a page, one at a time. The object stays the same between renders, so that progress does not rerender
 * tables.
 */
export interface Downloads {
  /**
   * Starts a download.
   * @param name name of the download for the user
   */
  readonly start: <C extends Call>(call: C, input: InputOf<C>, name?: string) => Promise<void>
  readonly cancel: () => void
  readonly progress: () => Progress | undefined
  readonly subscribe: (listener: () => void) => () => void
}

interface Running extends Downloads {
  /** Sets the texts, for instance when the language changes. */
  readonly speak: (texts: DownloadTexts) => void
}

function createDownloads(first: DownloadTexts): Running {
  let texts = first
  let running: AbortController | undefined
  let progress: Progress | undefined
  const listeners = new Set<() => void>()
  const show = (next: Progress | undefined) => {
    if (next?.percent === progress?.percent && next?.name === progress?.name) return
    progress = next
    for (const listener of listeners) listener()
  }
  const start: Downloads['start'] = async (call, input, name = '') => {
    if (running) return void Message.info(texts.busy)
    running = new AbortController()
    const { signal } = running
    show({ name, percent: 0 })
    try {
      const onProgress = (share: number) => show({ name, percent: Math.floor(share * 100) })
      saveFile(await download(call, input, { signal, onProgress }))
      Message.success(texts.done)
    } catch {
      // Other errors have already been shown.
      if (signal.aborted) Message.info(texts.cancelled)
    } finally {
      running = undefined
      show(undefined)
    }
  }
  return {
    start,
    cancel: () => running?.abort(),
    progress: () => progress,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    speak: (next) => {
      texts = next
    },
  }
}

/** Downloads files, one at a time, into the browser's download folder. Leaving the page cancels a running download. */
export function useDownloads(texts: DownloadTexts): Downloads {
  const held = useRef<Running>(undefined)
  held.current ??= createDownloads(texts)
  const downloads = held.current
  downloads.speak(texts)
  useEffect(() => () => downloads.cancel(), [downloads])
  return downloads
}

/** Returns the progress of the current download; undefined if there is none. */
export const useDownloadProgress = ({ subscribe, progress }: Downloads): Progress | undefined =>
  useSyncExternalStore(subscribe, progress)
