import { remote } from '@atrium/federation/webpack'

export default remote({
  name: 'study-admin',
  root: import.meta.dirname,
  routes: ['/projectManager'],
})
