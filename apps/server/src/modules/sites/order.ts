import { orderOf } from '../../crud/index.ts'

/** The order of a list of sites; by default the latest first. */
export const siteOrder = orderOf('site.id', { siteName: 'site.siteName', createTime: 'site.createdAt' })
