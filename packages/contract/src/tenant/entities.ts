import * as z from 'zod/mini'
import { answeredEmail, optionalEmail } from '../core/email.ts'
import { entityOf, inputOf } from '../core/entity.ts'
import { digits, reference, requiredName, requiredText, text } from '../core/fields.ts'
import { regionFields, regionNames } from '../region/entities.ts'

const fields = {
  tenantName: requiredName(100),
  abbr: requiredText(50),
  categoryId: reference,
  contact: text(50),
  tel: digits(20),
  email: optionalEmail,
  ...regionFields,
  postcode: text(20),
  address: text(200),
}

export const TenantInput = inputOf(fields)

export const Tenant = entityOf(fields, {
  email: answeredEmail,
  /** Made by the server. */
  tenantCode: z.string(),
  /** The category's name in the caller's language. */
  categoryName: z.string(),
  ...regionNames,
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type Tenant = z.output<typeof Tenant>
