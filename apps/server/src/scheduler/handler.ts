import type { Services } from '../http/work.ts'

/** What a run of a job is given. */
export interface JobRun {
  readonly services: Services
  /** As the job holds them; '' for none. */
  readonly params: string
  /** Aborted when the process stops or the run takes too long. */
  readonly signal: AbortSignal
}

/**
 * What a job of type 1 runs: code that a module brings, found by the names of bean and method. A run may happen
 * again after its process was killed in it, so that it must not matter when what was done is done again.
 */
export interface JobHandler {
  readonly beanName: string
  readonly methodName: string
  /** @returns what the log shows of the run, without any secret; throws where it failed */
  readonly run: (run: JobRun) => Promise<string>
}
