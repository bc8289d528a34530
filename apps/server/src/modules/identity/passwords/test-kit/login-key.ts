import { secrets } from '../../../../../test-support/secrets.ts'
import type { Services } from '../../../../platform/http/work.ts'
import { loginKeyOf } from '../login-key.ts'

/** Creates the login key of a template database, because creating one in every copy would take long. */
export const makeLoginKey = async ({ db }: Pick<Services, 'db'>): Promise<void> => {
  await loginKeyOf({ db, secrets })
}
