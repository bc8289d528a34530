import { remote } from '@atrium/federation/webpack'

export default remote({
  name: 'sign-in',
  root: import.meta.dirname,
  routes: ['/signIn', '/checkEmail', '/register'],
})
