import { Gauge } from 'prom-client'
import { JobFailure, type JobHandler } from '../../modules/jobs/index.ts'
import { verifyAudit } from '../../platform/audit/index.ts'

/** Faults found by this process's last verification. */
const auditFaults = new Gauge({
  name: 'atrium_audit_faults',
  help: 'Faults of the audit trail that this process found in its last verification; 0 if the trail is intact',
})

/** Maximum number of faults in the run's log; the operators' command lists all. */
const shownFaults = 5

/**
 * Verifies the whole audit trail against its seals and this server's file of checkpoints. Faults fail the run, so that
 * they appear in the log, the metrics and the job list.
 */
export const auditVerification: JobHandler = {
  beanName: 'audit',
  methodName: 'verify',
  desc: 'job.handler.audit.verify',
  run: async ({ services: { db, secrets, checkpointFile } }) => {
    const checkpoints = checkpointFile === undefined ? [] : [checkpointFile]
    const { faults, sealed, waiting } = await verifyAudit(db, secrets.auditKey, { checkpoints })
    auditFaults.set(faults.length)
    if (faults.length === 0) return { key: 'job.outcome.auditWhole', params: { sealed, waiting } }
    const shown = faults.slice(0, shownFaults).join('; ')
    throw new JobFailure({ key: 'job.outcome.auditBroken', params: { count: faults.length, shown } })
  },
}
