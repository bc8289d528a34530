import type { TextKey } from '@atrium/contract'
import type { Services } from '../../../platform/http/work.ts'

/** What a run of a job is given. */
export interface JobRun {
  readonly services: Services
  /** As the job holds them; '' for none. */
  readonly params: string
  /** Aborted when the process stops or the run takes too long. */
  readonly signal: AbortSignal
}

/** What a run has to say: a text of the contract, shown in the language of who reads it, or one that is shown as it is. */
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
 * What a job of type 1 runs: code that a module brings, found by the names of bean and method. What was begun when its
 * process was killed is done again when the job comes due again, so that it must not matter what was done already.
 */
export interface JobHandler {
  readonly beanName: string
  readonly methodName: string
  /** What it does, for whoever chooses it; by default it goes by its names. */
  readonly desc?: TextKey
  /** @returns what the log shows of the run, without any secret; throws where it failed */
  readonly run: (run: JobRun) => Promise<JobResult>
}

/** What a handler is called where it is one word. */
export const handlerName = ({ beanName, methodName }: Pick<JobHandler, 'beanName' | 'methodName'>): string =>
  `${beanName}.${methodName}`

declare module '../../../platform/http/work.ts' {
  interface Services {
    /** Handlers that jobs can run. */
    readonly jobHandlers: readonly JobHandler[]
  }
}
