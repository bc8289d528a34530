import { describe, expect, it } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { type ReactNode, Suspense, use, useState } from 'react'
import { HashRouter, MemoryRouter, useLocation, useNavigate } from 'react-router'
import { useAddressState } from './address.ts'

const defaults = { page: 1, size: 10, keyWord: '', all: false }

const at = (address: string) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  )
  const hook = () => {
    const [state, set] = useAddressState(defaults)
    return { state, set, search: useLocation().search, navigate: useNavigate() }
  }
  return renderHook(hook, { wrapper }).result
}

describe('useAddressState', () => {
  it('parses values from the address with the types of the defaults', () => {
    const result = at('/list?page=3&keyWord=%E4%B8%AD%E5%BF%83&all=true')
    expect(result.current.state).toEqual({ page: 3, size: 10, keyWord: '中心', all: true })
  })

  it('falls back to the defaults for invalid values', () => {
    expect(at('/list?page=three&all=maybe&size=').current.state).toEqual(defaults)
  })

  it('writes changes, omits default values and keeps other query parameters', () => {
    const result = at('/list?tab=2&page=5')
    act(() => result.current.set({ keyWord: 'a&b', page: 1 }))
    expect(result.current.state).toEqual({ ...defaults, keyWord: 'a&b' })
    expect(result.current.search).toBe('?tab=2&keyWord=a%26b')
  })

  it('applies two changes within one event', () => {
    const result = at('/list')
    act(() => {
      result.current.set({ page: 2 })
      result.current.set({ size: 50 })
    })
    expect(result.current.state).toMatchObject({ page: 2, size: 50 })
  })

  it('applies changes on top of those that are not rendered yet, from any component', async () => {
    const { promise: loaded, resolve } = Promise.withResolvers<void>()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={['/list']}>
        <Suspense>{children}</Suspense>
      </MemoryRouter>
    )
    const hook = () => {
      const [state, set] = useAddressState(defaults)
      const [, setOther] = useAddressState(defaults)
      const [drawn, draw] = useState(0)
      if (state.all) use(loaded)
      return { state, set, setOther, drawn, draw }
    }
    const { result } = renderHook(hook, { wrapper })
    await act(async () => result.current.set({ all: true }))
    await act(async () => result.current.draw(1))
    expect(result.current).toMatchObject({ drawn: 1, state: { all: false } })
    await act(async () => {
      result.current.set({ keyWord: 'x' })
      result.current.setOther({ page: 2 })
    })
    await act(async () => resolve())
    expect(result.current.state).toEqual({ ...defaults, all: true, keyWord: 'x', page: 2 })
  })

  it('adds history entries for changes, except for those that replace', () => {
    const result = at('/list')
    act(() => result.current.set({ page: 2 }))
    act(() => result.current.set({ keyWord: 'x' }, { replace: true }))
    act(() => void result.current.navigate(-1))
    expect(result.current.state).toEqual(defaults)
  })

  it('drops a change after the user has left for a page that is not rendered yet', () => {
    window.history.replaceState(null, '', '#/list')
    const wrapper = ({ children }: { children: ReactNode }) => <HashRouter>{children}</HashRouter>
    const { result } = renderHook(() => useAddressState(defaults), { wrapper })
    act(() => result.current[1]({ keyWord: 'x' }))
    expect(window.location.hash).toBe('#/list?keyWord=x')
    window.history.pushState(null, '', '#/other')
    act(() => result.current[1]({ keyWord: 'xy' }))
    expect(window.location.hash).toBe('#/other')
  })
})
