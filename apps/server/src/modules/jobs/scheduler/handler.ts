import type { TextKey } from '@atrium/contract'
import type { Services } from '../../../platform/http/work.ts'

/** Input of a job's run. */
export interface JobRun {
  readonly services: Services
  /** Parameters of the job; '' for none. */
  readonly params: string
  /** Aborted when the process stops or the run takes too long. */
  readonly signal: AbortSignal
}

/** Result of a run: a text of the contract, shown in the reader's language, or one that is shown unchanged. */
export type JobResult =
  | { readonly key: TextKey; readonly params?: Readonly<Record<string, string | number>> }
  | string

/** Thrown by a run that failed, with what it has to say about that. */
export class JobFailure extends Error {
  readonly result: JobResult

  /** @param cause what the server's log shows of it besides */
  constructor(result: JobResult, cause?: unknown) {
    super(typeof result === 'string' ? result : result.key, { cause })
    this.name = 'JobFailure'
    this.result = result
  }
}

/**
 * Code of a module that a job of type 1 runs, found by the names of bean and method. A run whose process was killed is
 * repeated when the job comes due again, so repeating it must do no harm.
 */
export interface JobHandler {
  readonly beanName: string
  readonly methodName: string
  /** Description for the choice on the screen; its names by default. */
  readonly desc?: TextKey
  /** @returns the run's line in the log, without any secret; throws if it failed */
  readonly run: (run: JobRun) => Promise<JobResult>
}

/** The name of a handler in one word. */
export const handlerName = ({ beanName, methodName }: Pick<JobHandler, 'beanName' | 'methodName'>): string =>
  `${beanName}.${methodName}`

declare module '../../../platform/http/work.ts' {
  interface Services {
    /** Handlers that jobs can run. */
    readonly jobHandlers: readonly JobHandler[]
  }
}
