import { routeTable } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { isPublic, pathOf, routeNameAt, useGo } from './routes.ts'

describe('the route table', () => {
  it('contains every path only once', () => {
    const paths = Object.values(routeTable).map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('contains the names of the specification', () => {
    const names = ['root', 'softIndex', 'signInIndex', 'modifyPwd', 'signIn', 'index', 'login', 'forget']
    expect(Object.keys(routeTable)).toEqual(expect.arrayContaining([...names, 'checkEmail', 'register']))
  })

  it('adds Index to a name under /version/', () => {
    expect(routeNameAt('/softIndex')).toBe('softIndex')
    expect(routeNameAt('/version/softIndex')).toBe('softIndexIndex')
    expect(routeNameAt('/systemManger/tenant/')).toBe('tenant')
    expect(routeNameAt('/versions/softIndex')).toBeUndefined()
    expect(routeNameAt('/nowhere')).toBeUndefined()
  })

  it('keeps the version prefix of the current page', () => {
    expect(pathOf('tenant')).toBe('/systemManger/tenant')
    expect(pathOf('tenant', '/version/softIndex')).toBe('/version/systemManger/tenant')
  })

  it('allows only the sign-in screens without a session', () => {
    const open = [
      '/signIn',
      '/signIn/index',
      '/signIn/modifyPwd',
      '/login',
      '/forget',
      '/checkEmail',
      '/register',
    ]
    expect(open.filter((path) => !isPublic(path))).toEqual([])
    expect(isPublic('/version/signIn/index')).toBe(true)
    expect(['/', '/softIndex', '/index', '/systemManger/tenant', '/signIn/else'].filter(isPublic)).toEqual([])
  })
})

describe('useGo', () => {
  const at = (path: string) => {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
    )
    return renderHook(() => ({ go: useGo(), location: useLocation() }), { wrapper }).result
  }

  it('navigates by name, with query and state', () => {
    const result = at('/softIndex')
    act(() => result.current.go('tenant', { query: { page: '2' }, state: { from: 'menu' } }))
    expect(result.current.location).toMatchObject({
      pathname: '/systemManger/tenant',
      search: '?page=2',
      state: { from: 'menu' },
    })
  })

  it('stays under /version/', () => {
    const result = at('/version/softIndex')
    act(() => result.current.go('dictionary'))
    expect(result.current.location.pathname).toBe('/version/systemManger/dictionary')
  })

  it('does nothing for the current page', () => {
    const result = at('/systemManger/tenant?page=2')
    const { key } = result.current.location
    act(() => result.current.go('tenant'))
    expect(result.current.location.key).toBe(key)
    expect(result.current.location.search).toBe('?page=2')
  })
})
