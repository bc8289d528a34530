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
  /** Save although the same city has another site with this name; the caller has confirmed the warning. */
  duplicateAccepted: z._default(z.boolean(textKey('rule.choice')), false),
})

/** A hospital or other institution that conducts studies. The platform maintains sites; tenants choose among them. */
export const Site = entityOf(fields, {
  ...regionNames,
  /** Names of level and type in the caller's language. */
  levelDesc: z.string(),
  typeDesc: z.string(),
  /** 0: delivered with the platform and not deletable; 1: added by a user. */
  isUserAdd: z.number(),
})
export type Site = z.output<typeof Site>
