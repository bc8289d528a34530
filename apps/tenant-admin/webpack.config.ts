import { remote } from '@atrium/federation/webpack'

export default remote({
  name: 'tenant-admin',
  root: import.meta.dirname,
  routes: ['/tenantManager'],
})
