import { Message } from '@arco-design/web-react'
import type { Call, InputOf } from '@atrium/contract'
import { download } from '@atrium/shared-api'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { saveFile } from './save-file.ts'

/** Texts of a download. */
export interface DownloadTexts {
  readonly done: string
  readonly cancelled: string
  /** Message if another download is in progress. */
  readonly busy: string
}

/** How far a download is. */
interface Progress {
  /** Name of the file for the user. */
  readonly name: string
  /** In whole percent. */
  readonly percent: number
}

/** The downloads of a page, one at a time. The same object at every render, so that progress draws no table anew. */
export interface Downloads {
  /** @param name what is fetched, as its user calls it */
  readonly start: <C extends Call>(call: C, input: InputOf<C>, name?: string) => Promise<void>
  readonly cancel: () => void
  readonly progress: () => Progress | undefined
  readonly subscribe: (listener: () => void) => () => void
}

interface Running extends Downloads {
  /** Sets the message. */
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
      // Any other failure has been shown by then.
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

/** Downloads files, one at a time, into the browser's folder. Leaving the page cancels one, after a question. */
export function useDownloads(texts: DownloadTexts): Downloads {
  const held = useRef<Running>(undefined)
  held.current ??= createDownloads(texts)
  const downloads = held.current
  downloads.speak(texts)
  useEffect(() => () => downloads.cancel(), [downloads])
  return downloads
}

/** How far the download under way is; undefined while there is none. */
export const useDownloadProgress = ({ subscribe, progress }: Downloads): Progress | undefined =>
  useSyncExternalStore(subscribe, progress)
