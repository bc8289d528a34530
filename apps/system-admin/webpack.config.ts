import { remote } from '@atrium/federation/webpack'

export default remote({
  name: 'system-admin',
  root: import.meta.dirname,
  routes: ['/systemManger', '/setting'],
})
