import { Counter } from 'prom-client'

const loads = new Counter({
  name: 'atrium_release_loads_total',
  help: 'Times that browsers reported a remote to have been brought onto a page',
  labelNames: ['remote'],
})

const failures = new Counter({
  name: 'atrium_release_failures_total',
  help: 'Times that browsers reported a remote to have failed',
  labelNames: ['remote'],
})

const rollbacks = new Counter({
  name: 'atrium_release_rollbacks_total',
  help: 'Times that a release was rolled back, or its share ended, by itself',
  labelNames: ['remote'],
})

/** Counts the loads and failures of a remote that browsers reported. */
export function countReports(
  remote: string,
  counts: { readonly loads: number; readonly failures: number },
): void {
  loads.inc({ remote }, counts.loads)
  failures.inc({ remote }, counts.failures)
}

/** Counts an automatic rollback. */
export const countRollback = (remote: string): void => rollbacks.inc({ remote })
