/** Shows messages to the user; the host installs its own. */
export interface Notifier {
  /**
   * Shows an error until it times out or is closed.
   * @param closed to be called when it is gone
   */
  readonly error: (message: string, closed: () => void) => void
}

let notifier: Notifier | undefined
let showing = 0

/** Installs the way in which errors of calls are shown. */
export function installNotifier(installed: Notifier): void {
  notifier = installed
  showing = 0
}

/** Shows an error, unless one is showing already. */
export function notifyError(message: string): void {
  if (!notifier || showing > 0) return
  showing += 1
  notifier.error(message, () => {
    showing -= 1
  })
}

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
