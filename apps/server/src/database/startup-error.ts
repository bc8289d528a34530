/**
 * A reason why the server cannot start that whoever starts it can do something about.
 * Its message is one line, complete by itself: what is wrong and what to do. It never holds a secret.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
