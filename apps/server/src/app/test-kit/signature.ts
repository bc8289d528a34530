import {
  type SignatureMeaning,
  signatureAccountHeader,
  signatureMeaningHeader,
  signaturePasswordHeader,
} from '@atrium/contract'
import { encrypt, password } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Person } from './people.ts'
import type { Suite } from './suite.ts'

/** Returns the headers of an electronic signature with both components. */
export async function signatureBy(
  { server, database }: Pick<Suite, 'server' | 'database'>,
  { userId }: Pick<Person, 'userId'>,
  meaning: SignatureMeaning = 'reviewer',
): Promise<Readonly<Record<string, string>>> {
  const { userName } = await database.owner
    .selectFrom('appUser')
    .select('userName')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    [signatureAccountHeader]: encodeURIComponent(userName),
    [signaturePasswordHeader]: await encrypt(server, { password, purpose: 'signature', name: userName }),
    [signatureMeaningHeader]: meaning,
  }
}
