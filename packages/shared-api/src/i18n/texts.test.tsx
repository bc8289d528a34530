import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Cookies from 'js-cookie'
import { Component, type ReactNode, Suspense, useState } from 'react'
import { useLabels, useLanguage, useTexts } from './hooks.ts'
import {
  addTexts,
  contractText,
  currentLanguage,
  fetchTexts,
  moduleName,
  retryTexts,
  setLanguage,
  TextsMissing,
  textsOf,
  textsSettled,
} from './texts.ts'

const names = { hello: '', things_other: '' }

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    one: typeof names
    two: typeof names
    three: typeof names
  }
}

let fetched: string[]
const texts = (name: string) => {
  const load = (language: string, default_: object) => async () => {
    fetched.push(`${name}.${language}`)
    return { default: default_ }
  }
  return {
    zh: load('zh', { hello: '你好，{{who}}', things_other: '{{count}} 个中心' }),
    en: load('en', { hello: 'Hello {{who}}', things_one: '{{count}} site', things_other: '{{count}} sites' }),
  }
}

beforeEach(async () => {
  fetched = []
  await setLanguage('zh')
  fetched = []
})

describe('texts', () => {
  it('are fetched for the chosen language only', async () => {
    addTexts('one', texts('one'))
    await textsSettled()
    expect(fetched).toEqual(['one.zh'])
    expect(textsOf('one')('hello', { who: '<研究>' })).toBe('你好，<研究>')
    expect(textsOf('one')('hello', { who: 'שלום' })).toBe('你好，\u2068שלום\u2069')
  })

  it('follow a change of language in every namespace, with plural forms', async () => {
    addTexts('two', texts('two'))
    await textsSettled()
    await setLanguage('en')
    expect(textsOf('two')('things', { count: 1 })).toBe('1 site')
    expect(textsOf('one')('things', { count: 2 })).toBe('2 sites')
    expect(document.documentElement.lang).toBe('en')
    expect(Cookies.get('language')).toBe('en')
    expect(contractText('rule.required', { field: 'Name' })).toBe('Please enter Name!')
  })

  it('stay in the current language when those of another cannot be fetched', async () => {
    const broken = { ...texts('three'), en: () => Promise.reject(new Error('offline')) }
    addTexts('three', broken)
    await textsSettled()
    await expect(setLanguage('en')).rejects.toThrow(TextsMissing)
    expect(currentLanguage()).toBe('zh')
    addTexts('three', texts('three'))
  })

  it('include those of an area from every remote that adds it, also from different releases', async () => {
    const area = (abbr: object) => {
      const load = async () => ({ default: abbr })
      return { area: 'tenant', zh: load, en: load } as const
    }
    addTexts('one', texts('one'), [area({ abbr: '简称' })])
    addTexts('two', texts('two'), [area({ tel: '联系电话' })])
    await textsSettled()
    expect([contractText('tenant.abbr'), contractText('tenant.tel')]).toEqual(['简称', '联系电话'])
    expect(contractText(['tenant.tenantCode', 'field.address'])).toBe('地址')
  })

  it('reject unknown keys at compile time', () => {
    // @ts-expect-error no such text
    expect(textsOf('one')('hallo')).toBe('hallo')
    // @ts-expect-error no such room
    expect(textsOf('four')('hello')).toBe('hello')
    // @ts-expect-error no such text of the contract
    expect(contractText('tenant.hello')).toBe('tenant.hello')
  })

  it('name modules, with the module code as a fallback', async () => {
    await textsSettled()
    expect(moduleName('tenant-admin')).toBe('租户信息')
    expect(moduleName('adverse-events')).toBe('adverse-events')
  })
})

/** Returns texts that fail to load a number of times, with a count of the attempts. */
const failing = (times: number) => {
  const state = { asked: 0 }
  const load = async () => {
    state.asked += 1
    if (state.asked <= times) throw new Error('offline')
    return { default: { hello: '你好' } }
  }
  return { state, texts: { zh: load, en: load } }
}

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state: { readonly error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  readonly retry = () => {
    retryTexts()
    this.setState({ error: undefined })
  }

  override render() {
    if (!this.state.error) return <Suspense fallback="…">{this.props.children}</Suspense>
    return (
      <button type="button" onClick={this.retry}>
        {String(this.state.error instanceof TextsMissing)}
      </button>
    )
  }
}

describe('texts that cannot be fetched', () => {
  const Hello = () => <p>{useTexts('three')('hello')}</p>

  it('show an error, and load on a later retry after any number of failures', async () => {
    const { state, texts } = failing(3)
    addTexts('three', texts)
    await act(async () => {
      render(
        <Boundary>
          <Hello />
        </Boundary>,
      )
    })
    const user = userEvent.setup()
    for (const tries of [1, 2, 3]) {
      const button = await screen.findByRole('button', { name: 'true' })
      await act(() => user.click(button))
      expect(state.asked).toBe(tries + 1)
    }
    await screen.findByText('你好')
    expect(state.asked).toBe(4)
  })

  it('are fetched again for the next component that needs them, before it is shown', async () => {
    addTexts('three', failing(1).texts)
    await textsSettled()
    await fetchTexts('three')
    expect(textsOf('three')('hello')).toBe('你好')
  })
})

function Form() {
  const label = useLabels('tenant')
  const [value, setValue] = useState('')
  return (
    <label>
      {label('tenantName')} {useLanguage()}
      <input value={value} onChange={(event) => setValue(event.target.value)} />
    </label>
  )
}

it('switches the language of a form without losing the user’s input', async () => {
  render(
    <Suspense>
      <Form />
    </Suspense>,
  )
  await userEvent.setup().type(await screen.findByLabelText('租户名称 zh'), '申办方')
  await act(() => setLanguage('en'))
  expect((await screen.findByLabelText<HTMLInputElement>(/name en/i)).value).toBe('申办方')
})
