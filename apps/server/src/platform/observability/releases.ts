import { Counter } from 'prom-client'

const loads = new Counter({
  name: 'atrium_release_loads_total',
  help: 'Loads of a remote, as reported by browsers',
  labelNames: ['remote'],
})

const failures = new Counter({
  name: 'atrium_release_failures_total',
  help: 'Failures of a remote, as reported by browsers',
  labelNames: ['remote'],
})

const rollbacks = new Counter({
  name: 'atrium_release_rollbacks_total',
  help: 'Automatic rollbacks of a release, and automatic stops of its rollout',
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
