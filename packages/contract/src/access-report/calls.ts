import * as z from 'zod/mini'
import { auditFormats } from '../audit-trail/entities.ts'
import { callOf, menu } from '../core/call.ts'
import { noData, optionalId, optionalTimeZone, text } from '../core/fields.ts'
import { listOf, Option, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { AccessRow, accessStates } from './entities.ts'

const call = callOf('accessReport')

const addition =
  'Inspectors ask who had which access at any instant (ICH E6(R3) 4.3.8, EMA/INS/GCP/112288/2023 Annex 3, 21 CFR 11.10(d) and (g)).'

const isInstant = (value: string): boolean =>
  value === '' || (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value)))

/** An instant, ISO 8601; '' for now. */
const optionalInstant = text(40).check(z.refine<string>(isInstant, textKey('rule.date')))

/** Filters; '' for any. */
const filters = {
  /**
   * Tenant; `globalTenantId` for system roles. Without it the report is about the caller's tenants, or for users of the
   * platform about the tenants of the study, person or product.
   */
  tenantId: optionalId,
  studyId: optionalId,
  /** Site of a study. Access to the whole study is access to the site. */
  siteId: optionalId,
  userId: optionalId,
  softwareId: optionalId,
  state: z.optional(z.enum(accessStates, textKey('rule.choice'))),
  /** Part of a name, a user name or an invited address. */
  keyWord: text(100),
  /** Instant of the report; '' for now. */
  at: optionalInstant,
  /** Earlier instant: only what differs is returned. */
  compareWith: optionalInstant,
}

export const accessList = call({
  method: 'POST',
  path: '/access/list',
  summary:
    'Who has which access now or had it at an instant, rebuilt from the audit trail, or the differences between two instants; without what would unblind the caller in a study',
  access: menu('accessReport'),
  effect: 'read',
  request: z.object({ ...filters, ...paging }),
  response: z.extend(listOf(AccessRow), {
    /** Whether authorizations are left out because the caller is blinded in their study. */
    isPartial: z.boolean(),
    /** Instant of the report, ISO 8601, UTC. */
    time: z.string(),
    /** Instant from which on the trail has all access, ISO 8601, UTC. */
    recordedSince: z.string(),
  }),
  addition,
})

export const accessChoices = call({
  method: 'GET',
  path: '/access/choices',
  summary: 'Products and sites by which the access report can be filtered',
  access: menu('accessReport'),
  effect: 'read',
  request: z.object({ studyId: optionalId }),
  response: z.object({ products: z.array(Option), sites: z.array(Option) }),
  addition,
})

export const accessExport = call({
  method: 'POST',
  path: '/access/export',
  summary:
    'Export the access report as a workbook, CSV, PDF, or as the sealed events it was rebuilt from; the trail records the export',
  access: menu('accessReport'),
  effect: 'write',
  request: z.object({
    ...filters,
    format: z.enum(auditFormats, textKey('rule.choose')),
    timeZone: optionalTimeZone,
  }),
  response: noData,
  form: 'download',
  addition,
})
