import { notifyError } from './notifier.ts'

/** How the message of an error ends that the page's own checks have thrown for the user to read. */
const marked = /[)\]}）】」』〕]$/

/** Whether an error is one of the page's own; the engine's (TypeError and the like) may end in a bracket too. */
const isForUser = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'Error' && marked.test(error.message.trim())

/** Shows what the page's own checks throw and nobody catches, as an error toast. */
export function showFrontEndErrors(): void {
  const show = (event: Event, error: unknown): void => {
    if (!isForUser(error)) return
    event.preventDefault() // shown, so that the console need not report it
    notifyError(error.message)
  }
  window.addEventListener('error', (event) => show(event, event.error))
  window.addEventListener('unhandledrejection', (event) => show(event, event.reason))
}
