import { remote } from '@atrium/federation/webpack'

export default remote({
  name: 'software-base',
  root: import.meta.dirname,
  routes: ['/software', '/base'],
})
