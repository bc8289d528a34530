import type { TextKey } from '@atrium/contract'
import type { Services } from '../../../platform/http/work.ts'

/** Input of a run. */
export interface JobRun {
  readonly services: Services
  /** Parameters of the job; '' if it has none. */
  readonly params: string
  /** Aborted when the process stops or the run exceeds its time limit. */
  readonly signal: AbortSignal
}

/** Result of a run: a contract text, translated into the reader's language, or a string that is shown unchanged. */
export type JobResult =
  | { readonly key: TextKey; readonly params?: Readonly<Record<string, string | number>> }
  | string

/** Thrown when a run fails, with the result to log. */
export class JobFailure extends Error {
  readonly result: JobResult

  /** @param cause additional detail for the server log */
  constructor(result: JobResult, cause?: unknown) {
    super(typeof result === 'string' ? result : result.key, { cause })
    this.name = 'JobFailure'
    this.result = result
  }
}

/**
 * Module code that a job of type 1 runs, found by bean and method name. If its process is killed, the run is repeated
 * when the job is next due, so repeating it must be harmless.
 */
export interface JobHandler {
  readonly beanName: string
  readonly methodName: string
  /** Description in the selection list; the bean and method names by default. */
  readonly desc?: TextKey
  /** @returns the log line of the run, without secrets; throws if the run failed */
  readonly run: (run: JobRun) => Promise<JobResult>
}

/** Returns the handler's full name, `bean.method`. */
export const handlerName = ({ beanName, methodName }: Pick<JobHandler, 'beanName' | 'methodName'>): string =>
  `${beanName}.${methodName}`

declare module '../../../platform/http/work.ts' {
  interface Services {
    /** Handlers that jobs can run. */
    readonly jobHandlers: readonly JobHandler[]
  }
}
