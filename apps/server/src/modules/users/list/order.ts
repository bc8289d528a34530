import { orderOf } from '../../../crud/index.ts'

/** The order of a list of users; by default the latest first. */
export const userOrder = orderOf('appUser.id', {
  fullName: 'appUser.fullName',
  userName: 'appUser.userNameKey',
  email: 'appUser.email',
  phone: 'appUser.phone',
  status: 'appUser.status',
  createTime: 'appUser.createdAt',
})
