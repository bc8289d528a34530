import { codes, type siteDelete } from '@atrium/contract'
import { deleting } from '../../crud/index.ts'
import { refuse, type Work } from '../../http/index.ts'
import { sites } from './entity.ts'

const plainly = deleting(sites)

/** Deletes a site that a user added; those delivered with the platform stay. */
export async function deleteSite(work: Work<typeof siteDelete>): Promise<null> {
  const { trx, input } = work
  const site = await trx.selectFrom('site').select('isUserAdd').where('id', '=', input.id).executeTakeFirst()
  if (site?.isUserAdd === 0) refuse(codes.forbidden, 'refusal.siteDelivered')
  return plainly(work)
}
