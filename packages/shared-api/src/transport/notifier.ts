/** Shows messages to the user. The host installs its own. */
export interface Notifier {
  /**
   * Shows an error until it times out or is closed.
   * @param closed must be called when the message is gone
   */
  readonly error: (message: string, closed: () => void) => void
}

let notifier: Notifier | undefined
let showing = 0

/** Installs the notifier that shows errors of calls. */
export function installNotifier(installed: Notifier): void {
  notifier = installed
  showing = 0
}

/** Shows an error, unless another one is already visible. */
export function notifyError(message: string): void {
  if (!notifier || showing > 0) return
  showing += 1
  notifier.error(message, () => {
    showing -= 1
  })
}

/** Ending of messages that the page's own checks throw for the user: a closing bracket. */
const marked = /[)\]}）】」』〕]$/

/** Whether an error comes from the page's own checks. Errors of the engine, such as TypeError, may end in a bracket too. */
const isForUser = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'Error' && marked.test(error.message.trim())

/** Shows uncaught errors of the page's own checks as error toasts. */
export function showFrontEndErrors(): void {
  const show = (event: Event, error: unknown): void => {
    if (!isForUser(error)) return
    event.preventDefault() // already shown, so the console need not report it
    notifyError(error.message)
  }
  window.addEventListener('error', (event) => show(event, event.error))
  window.addEventListener('unhandledrejection', (event) => show(event, event.reason))
}
