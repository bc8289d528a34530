import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Cookies from 'js-cookie'
import { Suspense, useState } from 'react'
import { useContractText } from './contract-texts.ts'
import {
  addTexts,
  contractText,
  currentLanguage,
  setLanguage,
  textsReady,
  translate,
  useLanguage,
} from './index.ts'

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
    await textsReady()
    expect(fetched).toEqual(['one.zh'])
    expect(translate('one', 'hello', { who: '<研究>' })).toBe('你好，<研究>')
    expect(translate('one', 'hello', { who: 'שלום' })).toBe('你好，\u2068שלום\u2069')
  })

  it('follow a switch in every namespace, with plural forms', async () => {
    addTexts('two', texts('two'))
    await textsReady()
    await setLanguage('en')
    expect(translate('two', 'things', { count: 1 })).toBe('1 site')
    expect(translate('one', 'things', { count: 2 })).toBe('2 sites')
    expect(document.documentElement.lang).toBe('en')
    expect(Cookies.get('language')).toBe('en')
    expect(contractText('rule.required', { field: 'Name' })).toBe('Please enter Name!')
  })

  it('keep the language when those of another cannot be fetched', async () => {
    const broken = { ...texts('three'), en: () => Promise.reject(new Error('offline')) }
    addTexts('three', broken)
    await textsReady()
    await expect(setLanguage('en')).rejects.toThrow('offline')
    expect(currentLanguage()).toBe('zh')
    addTexts('three', texts('three'))
  })
})

function Form() {
  const t = useContractText()
  const [value, setValue] = useState('')
  return (
    <label>
      {t('field.tenantName', {})} {useLanguage()}
      <input value={value} onChange={(event) => setValue(event.target.value)} />
    </label>
  )
}

it('changes under a form without losing what is typed', async () => {
  render(
    <Suspense>
      <Form />
    </Suspense>,
  )
  await userEvent.setup().type(await screen.findByLabelText('租户名称 zh'), '申办方')
  await act(() => setLanguage('en'))
  expect((await screen.findByLabelText<HTMLInputElement>(/name en/i)).value).toBe('申办方')
})
