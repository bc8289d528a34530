import { type Kysely, sql } from 'kysely'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import numbers from 'libphonenumber-js/metadata.min.json'

const home: CountryCode = 'CN'

interface Numbered {
  readonly id: string
  readonly phone: string
  readonly phoneKey: string
}

const atHome = (national: string): string =>
  /^(1\d{10}|[48]00\d{7}|\d{1,8})$/.test(national) ? national : `0${national}`

/** The digits that are dialled at home for numbers of the mainland, else E.164; undefined for what is no number. */
function keyOf(phone: string): string | undefined {
  const number = parsePhoneNumberFromString(phone, { defaultCountry: home, extract: false }, numbers)
  if (!number?.isPossible()) return undefined
  return number.countryCallingCode === '86' ? atHome(number.nationalNumber) : number.number
}

/**
 * Landlines with and without country code, and numbers of other countries with 00 and with +, are found by one key.
 * Mobile numbers of the mainland are so already. Who has a number that another has too, as it turns out, keeps their key.
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
