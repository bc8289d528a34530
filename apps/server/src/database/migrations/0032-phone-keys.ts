import { type Kysely, sql } from 'kysely'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import numbers from 'libphonenumber-js/metadata.min.json'

const home: CountryCode = 'CN'

interface Numbered {
  readonly id: string
  readonly phone: string
  readonly phoneKey: string
}

/** E.164 of a number; undefined for mobile numbers of the mainland, whose keys are right, and for what is none. */
function keyOf(phone: string): string | undefined {
  const number = parsePhoneNumberFromString(phone, { defaultCountry: home, extract: false }, numbers)
  if (!number?.isPossible()) return undefined
  const isMainlandMobile = number.countryCallingCode === '86' && /^1\d{10}$/.test(number.nationalNumber)
  return isMainlandMobile ? undefined : number.number
}

/**
 * Numbers that are no mobile ones of the mainland are found by their E.164 form, so that those with and without country
 * code, with 00 and with +, are one. Who has a number that another has too, as it turns out, keeps their key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Row-level security holds for the owner too.
  await sql`set local role atrium_system`.execute(db)
  const { rows } = await sql<Numbered>`select id, phone, phone_key as "phoneKey" from app_user
    where phone_key is not null and phone_key !~ '^1[0-9]{10}$' order by id`.execute(db)
  for (const { id, phone, phoneKey } of rows) {
    const key = keyOf(phone)
    if (key !== undefined && key !== phoneKey)
      await sql`update app_user set phone_key = ${key} where id = ${id}
        and not exists (select from app_user where phone_key = ${key})`.execute(db)
  }
  await sql`reset role`.execute(db)
}
