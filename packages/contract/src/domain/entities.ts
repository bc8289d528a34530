import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { reference, requiredName, requiredText, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { isApiAddress } from '../product/paths.ts'

const maxAddressLength = 500

/** Whether a text is an http or https URL without user, password and fragment. */
function isAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:\/\//i.test(value)) return false
  return url.username === '' && url.password === '' && !value.includes('#')
}

const written = z.refine<string>((value) => value === '' || isAddress(value), textKey('domain.rule.address'))

/** Base URL of the server's calls. The server appends paths to it, so it must not have a query. */
const extensible = z.refine<string>((value) => !value.includes('?'), textKey('domain.rule.query'))

const straight = z.refine<string>(isApiAddress, textKey('domain.rule.apiPath'))

const fields = {
  tenantId: reference,
  softwareId: reference,
  /** Display name, because a tenant may have several domains of a product. */
  urlName: requiredName(100),
  /** URL for desktop browsers. */
  url: requiredText(maxAddressLength).check(written),
  /** URL for mobile browsers. */
  mobileUrl: requiredText(maxAddressLength).check(written),
  websiteUrl: text(maxAddressLength).check(written),
  /** URL at which the server calls the product. */
  apiUrl: text(maxAddressLength).check(written, extensible, straight),
  remark: text(500),
}

export const DomainInput = inputOf(fields)

/** URLs of a product for one tenant. */
export const Domain = entityOf(fields, {
  tenantName: z.string(),
  /** The product's name in the caller's language. */
  softName: z.string(),
  /** Time at which the product initialised itself for the tenant (ISO 8601, UTC); '' if it has not. */
  initSoftware: z.string(),
  /** Whether the product can be initialised: it has a URL and a key, and has not been initialised yet. */
  canInit: z.boolean(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type Domain = z.output<typeof Domain>
