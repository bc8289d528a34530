import { secrets } from '../../../../../test-support/secrets.ts'
import type { Services } from '../../../../platform/http/work.ts'
import { loginKeyOf } from '../login-key.ts'

/** Makes the login key of a database: what is copied from it then has one, which takes long to make. */
export const makeLoginKey = async ({ db }: Pick<Services, 'db'>): Promise<void> => {
  await loginKeyOf({ db, secrets })
}
