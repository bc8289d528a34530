import { HandedOver } from '@atrium/contract'
import * as z from 'zod/mini'

/** Claims of the ID token that the product needs. */
const IdToken = z.object({
  sub: z.string(),
  sid: z.string(),
  tenant_id: z.string(),
  /** The product's appCode. */
  product: z.string(),
})

const text = z._default(z.string(), '')

/** Response of the userinfo endpoint. Claims without a value are missing. */
const UserInfo = z.object({
  name: text,
  preferred_username: text,
  locale: text,
  email: text,
  phone_number: text,
  tenant_name: z.string(),
  access_version: z.number(),
  /** Minutes of inactivity after which the session ends; 0 for never. */
  session_minutes: z.number(),
  studies: HandedOver.shape.studies,
})

/** Thrown for an ID token of another product. */
export class ForeignProduct extends Error {}

/** What the suite sends about a user in a sign-in with OpenID Connect. */
interface Claims {
  readonly idToken: unknown
  readonly userInfo: unknown
}

/** Where the user signs in. */
interface Destination {
  readonly appCode: string
  readonly clientId: string
  /** The study to open, or ''. */
  readonly studyUrlId: string
}

/**
 * Returns the user in the form in which a one-time code is redeemed, and the user's session at the suite.
 * @throws ForeignProduct
 * @throws ZodError if a claim is missing or has the wrong type
 */
export function userOf(
  { idToken, userInfo }: Claims,
  { appCode, clientId, studyUrlId }: Destination,
): { handed: HandedOver; sid: string } {
  const { sub, sid, tenant_id: tenantId, product } = z.parse(IdToken, idToken)
  if (product !== appCode) throw new ForeignProduct()
  const info = z.parse(UserInfo, userInfo)
  const handed = {
    user: {
      userId: sub,
      userName: info.preferred_username,
      fullName: info.name,
      email: info.email,
      phone: info.phone_number,
      language: info.locale.startsWith('en') ? 'en' : 'zh',
    },
    tenant: { tenantId, tenantName: info.tenant_name, tenantUrlId: clientId },
    studyUrlId,
    validityTime: info.session_minutes,
    accessVersion: info.access_version,
    studies: info.studies,
  }
  return { handed, sid }
}
