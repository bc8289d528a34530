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
