import { describe, expect, it } from 'vitest';
import {
  aimed,
  authoritiesOf,
  isRedirectOf,
  mayBeRedirectOf,
  redirectAnnotation,
  redirectedTo,
  restored,
  servicesOf,
  type Aim,
  type Configured,
} from './client-configs.js';

const ours = { name: 'webhooks', namespace: 'system' };
const aim: Aim = {
  url: undefined,
  caBundle: 'TkVX',
  takesOver: false,
  service: ours,
  isOurs: ({ name, namespace }) => name === ours.name && namespace === ours.namespace,
};
const here = { ...aim, url: 'https://10.0.0.1:9443' };
const there = { ...aim, url: 'https://10.0.0.2:9443' };

const configuration: Configured = {
  metadata: { name: 'a', resourceVersion: '1', annotations: { team: 'mine' } },
  webhooks: [
    { name: 'ours', clientConfig: { service: { ...ours, path: '/validate' }, caBundle: 'T0xE' } },
    { name: 'ours-too', clientConfig: { service: ours } },
    { name: 'elsewhere', clientConfig: { service: { ...ours, namespace: 'other' } } },
    { name: 'url', clientConfig: { url: 'https://example.com' } },
  ],
};
const configs = ({ webhooks = [] }: Configured) => webhooks.map(({ clientConfig }) => clientConfig);

describe('a configuration', () => {
  it('gets the authority where it points to our Service, and nowhere else', () => {
    const [first, second, ...rest] = configs(aimed(configuration, aim));
    expect([first, second]).toEqual(
      configs(configuration)
        .slice(0, 2)
        .map((each) => ({ ...each, caBundle: 'TkVX' })),
    );
    expect(rest).toEqual(configs(configuration).slice(2));
  });

  it.each([
    ['without clientConfig', { name: 'a' }],
    ['whose clientConfig is a text', { name: 'a', clientConfig: 'x' }],
    ['whose service is null', { name: 'a', clientConfig: { service: null } }],
    ['that is null', null],
  ])('with a webhook %s keeps it, and the others get the authority', (_, webhook) => {
    const spoilt = { ...configuration, webhooks: [webhook, ...configuration.webhooks!] } as unknown as Configured;
    const [kept, ...others] = aimed(spoilt, aim).webhooks!;
    expect(kept).toEqual(webhook);
    expect(others).toEqual(aimed(configuration, aim).webhooks);
    expect(servicesOf(spoilt)).toEqual(servicesOf(configuration));
    expect(restored(aimed(spoilt, here))).toEqual(spoilt);
  });

  it.each([
    ['webhooks', 'x'],
    ['webhooks', null],
    ['spec', { conversion: { webhook: null } }],
  ])('with %s that are %j points to nothing', (field, value) => {
    const spoilt = { metadata: configuration.metadata, [field]: value } as unknown as Configured;
    expect(servicesOf(spoilt)).toEqual([]);
    expect(aimed(spoilt, aim)).toEqual(spoilt);
  });

  it('is turned to a URL with the path of each webhook, and back to what it was', () => {
    const turned = aimed(configuration, here);
    expect(configs(turned).slice(0, 2)).toEqual([
      { url: 'https://10.0.0.1:9443/validate', caBundle: 'TkVX' },
      { url: 'https://10.0.0.1:9443/', caBundle: 'TkVX' },
    ]);
    expect(redirectedTo(turned)).toBe(here.url);
    expect(servicesOf(turned)).toEqual(servicesOf(configuration));
    expect(aimed(turned, here)).toEqual(turned);
    expect(restored(turned)).toEqual(configuration);
    expect(restored(turned, here.url)).toEqual(configuration);
    expect(restored(turned, there.url)).toBe(turned);
  });

  it('says whose it is, also where the Service that it names is another one', () => {
    const turned = aimed(configuration, here);
    expect(isRedirectOf(turned, ours)).toBe(true);
    expect(isRedirectOf(turned, { ...ours, namespace: 'other' })).toBe(false);
    expect(isRedirectOf(configuration, ours)).toBe(false);
    const own = aimed(configuration, { ...here, service: { name: 'mine', namespace: 'system' } });
    expect([isRedirectOf(own, ours), isRedirectOf(own, { name: 'mine', namespace: 'system' })]).toEqual([false, true]);
    // As written by an earlier version.
    const { service: _, ...old } = JSON.parse(turned.metadata!.annotations![redirectAnnotation]!);
    const before = { ...turned, metadata: { annotations: { [redirectAnnotation]: JSON.stringify(old) } } };
    expect(isRedirectOf(before, ours)).toBe(true);
    const metadataOf = ({ metadata }: Configured) => ({ metadata: metadata! });
    const mayBe = [turned, own, before, configuration].map((each) => mayBeRedirectOf(metadataOf(each), ours));
    expect(mayBe).toEqual([true, false, true, false]);
    expect(configs(restored(before))).toEqual(configs(configuration));
  });

  it('never goes back to where someone else had turned it to, whatever the annotation says', () => {
    const turned = aimed(configuration, here);
    const kept = JSON.parse(turned.metadata!.annotations![redirectAnnotation]!);
    kept.clientConfigs.ours = { url: 'https://10.0.0.9:9443/validate' };
    kept.clientConfigs['ours-too'] = null;
    const annotations = { [redirectAnnotation]: JSON.stringify(kept) };
    const [first, second] = configs(restored({ ...turned, metadata: { annotations } }));
    expect([first, second]).toEqual(configs(turned).slice(0, 2));
  });

  it('names whom to trust about the process that it was turned to', () => {
    expect(authoritiesOf(aimed(configuration, here), here.url)).toEqual(['NEW']);
    expect(authoritiesOf(aimed(configuration, here), 'https://10.0.0.1')).toEqual([]);
    expect(authoritiesOf(configuration, here.url)).toEqual([]);
  });

  it('keeps what a manifest has said since it was turned', () => {
    const turned = aimed(configuration, here);
    const [, ...rest] = turned.webhooks!;
    const applied = {
      ...turned,
      webhooks: [{ name: 'ours', clientConfig: { service: { ...ours, path: '/new' } } }, ...rest],
    };
    expect(configs(restored(applied))[0]).toEqual({ service: { ...ours, path: '/new' } });
    expect(configs(restored(applied))[1]).toEqual({ service: ours });
  });

  it('is left to the process that it was turned to, unless it is taken over', () => {
    const turned = aimed(configuration, here);
    expect(aimed(turned, there)).toBe(turned);
    expect(configs(aimed(turned, { ...there, takesOver: true }))[0]!.url).toBe('https://10.0.0.2:9443/validate');
    expect(restored(aimed(turned, { ...there, takesOver: true }))).toEqual(configuration);
    expect(aimed(turned, { ...aim, takesOver: true })).toEqual(aimed(configuration, aim));
  });

  it('comes back with the authority of today where it was turned away for long', () => {
    const rotated = aimed(aimed(configuration, here), { ...aim, caBundle: 'TkVYVA==' });
    expect(configs(rotated)[0]).toEqual({ url: 'https://10.0.0.1:9443/validate', caBundle: 'TkVX' });
    expect(configs(restored(rotated))[0]!.caBundle).toBe('TkVYVA==');
  });

  it.each(['', 'rubbish', '{}', '{"url":"https://10.0.0.1"}', 'null'])(
    'survives an annotation that was spoilt: %s',
    (text) => {
      const spoilt = { ...configuration, metadata: { name: 'a', annotations: { [redirectAnnotation]: text } } };
      expect(redirectedTo(spoilt)).toBeUndefined();
      expect(configs(aimed(spoilt, aim))[0]!.caBundle).toBe('TkVX');
    },
  );
});

it.each([
  [{ conversion: { strategy: 'None' } }],
  [{}],
  [{ conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } } }],
])('a CustomResourceDefinition without a webhook of ours is left alone: %j', (spec) => {
  const definition = { metadata: { name: 'a' }, spec } as Configured;
  expect(aimed(definition, here)).toBe(definition);
  expect(servicesOf(definition)).toEqual([]);
});
