import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { reference, requiredName, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { regionFields, regionNames } from '../region/entities.ts'

const fields = {
  siteName: requiredName(200),
  ...regionFields,
  levelId: reference,
  typeId: reference,
  address: text(200),
  remark: text(500),
}

export const SiteInput = inputOf({
  ...fields,
  /** Save although another site of the same city has this name: the caller has been warned. */
  duplicateAccepted: z._default(z.boolean(textKey('rule.choice')), false),
})

/** A hospital or other institution where studies are run; sites are the platform's, tenants choose among them. */
export const Site = entityOf(fields, {
  ...regionNames,
  /** The names of level and type in the caller's language. */
  levelDesc: z.string(),
  typeDesc: z.string(),
  /** 0: delivered with the platform, cannot be deleted; 1: added by a user. */
  isUserAdd: z.number(),
})
export type Site = z.output<typeof Site>
