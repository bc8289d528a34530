import type { TextKey } from '@atrium/contract'
import type { Services } from '../http/work.ts'

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

/** Thrown by a run that failed for a reason that a text of the contract says. */
export class JobFailure extends Error {
  readonly result: Exclude<JobResult, string>

  constructor(key: TextKey, params?: Readonly<Record<string, string | number>>) {
    super(key)
    this.result = { key, ...(params && { params }) }
  }
}

/**
 * What a job of type 1 runs: code that a module brings, found by the names of bean and method. A run may happen
 * again after its process was killed in it, so that it must not matter when what was done is done again.
 */
export interface JobHandler {
  readonly beanName: string
  readonly methodName: string
  /** What the job does, for whoever chooses it; the names by default. */
  readonly desc?: TextKey
  /** @returns what the log shows of the run, without any secret; throws where it failed */
  readonly run: (run: JobRun) => Promise<JobResult>
}

/** What a handler is called where it is one word. */
export const handlerName = ({ beanName, methodName }: Pick<JobHandler, 'beanName' | 'methodName'>): string =>
  `${beanName}.${methodName}`
