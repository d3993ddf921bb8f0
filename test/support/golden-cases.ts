/** A project that is committed under test/golden/, and the commands that create it. */
export interface GoldenCase {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
}

export const goldenCases: readonly GoldenCase[] = [
  {
    name: 'init',
    commands: [['init', '--project-name', 'empty-operator', '--skip-install']],
  },
  {
    name: 'one-api',
    commands: [
      ['init', '--project-name', 'webserver-operator', '--skip-install'],
      ['create', 'api', '--version', 'v1', '--kind', 'WebServer'],
    ],
  },
  {
    name: 'three-apis',
    commands: [
      ['init', '--domain', 'example.com', '--project-name', 'shop-operator', '--skip-install'],
      ['create', 'api', '--group', 'shop', '--version', 'v1alpha1', '--kind', 'Order'],
      ['create', 'api', '--group', 'shop', '--version', 'v1alpha1', '--kind', 'Category', '--no-controller'],
      ['create', 'api', '--group', 'shop', '--version', 'v1beta1', '--kind', 'Parcel'],
    ],
  },
  {
    name: 'two-versions',
    commands: [
      ['init', '--domain', 'k8s.io', '--project-name', 'widget-operator', '--skip-install'],
      ['create', 'api', '--group', 'widgets.example', '--version', 'v1alpha1', '--kind', 'Widget'],
      ['create', 'api', '--group', 'widgets.example', '--version', 'v1', '--kind', 'Widget'],
    ],
  },
  {
    name: 'cluster-scoped',
    commands: [
      ['init', '--domain', 'example.org', '--project-name', 'fleet-operator', '--skip-install'],
      'create api --group fleet --version v1 --kind Admiral --plural admirales --no-namespaced'.split(' '),
    ],
  },
  {
    name: 'webhooks',
    commands: [
      ['init', '--domain', 'example.net', '--project-name', 'parking-operator', '--skip-install'],
      'create api --group parking --version v1 --kind CarPark'.split(' '),
      'create webhook --group parking --version v1 --kind CarPark --defaulting --programmatic-validation'.split(' '),
    ],
  },
  {
    name: 'conversion',
    commands: [
      ['init', '--domain', 'example.edu', '--project-name', 'school-operator', '--skip-install'],
      'create api --group school --version v1beta1 --kind Course'.split(' '),
      'create api --group school --version v1 --kind Course --no-controller'.split(' '),
      'create webhook --group school --version v1 --kind Course --conversion --spoke v1beta1'.split(' '),
      'create webhook --group school --version v1 --kind Course --certificates self-signed'.split(' '),
    ],
  },
  {
    name: 'controllers',
    commands: [
      ['init', '--project-name', 'ship-operator', '--skip-install'],
      'create api --version v1 --kind Ship'.split(' '),
      'create api --version v1 --kind Ship --controller-name ship-backup'.split(' '),
      'create api --group apps --version v1 --kind Deployment --no-resource'.split(' '),
      'create api --group core --version v1 --kind Node --no-resource --controller-name drain'.split(' '),
    ],
  },
  {
    name: 'several-groups',
    commands: [
      ['init', '--domain', 'example.com', '--project-name', 'shop-operator', '--multigroup', '--skip-install'],
      'create api --group shop --version v1 --kind Order'.split(' '),
      'create api --group batch.jobs --version v1 --kind Order'.split(' '),
      'create api --group rbac.authorization --version v1 --kind Role --no-resource'.split(' '),
    ],
  },
  {
    name: 'edit-multigroup',
    commands: [
      ['init', '--domain', 'example.com', '--project-name', 'shop-operator', '--skip-install'],
      'create api --group shop --version v1 --kind Order'.split(' '),
      'create webhook --group shop --version v1 --kind Order --defaulting'.split(' '),
      'create webhook --group apps --version v1 --kind Deployment --programmatic-validation'.split(' '),
      ['edit', '--multigroup'],
    ],
  },
  {
    name: 'namespaced',
    commands: [
      ['init', '--project-name', 'quiet-operator', '--namespaced', '--skip-install'],
      ['create', 'api', '--version', 'v1', '--kind', 'WebServer'],
    ],
  },
  {
    name: 'deploy-image',
    commands: [
      ['init', '--domain', 'example.com', '--project-name', 'cache-operator', '--skip-install'],
      [
        ...'create api --group cache --version v1alpha1 --kind Memcached --image memcached:1.6-alpine'.split(' '),
        ...[
          '--image-container-command',
          'memcached,-m=64,-v',
          '--image-container-port',
          '11211',
          '--run-as-user',
          '1001',
        ],
      ],
    ],
  },
  {
    name: 'features',
    commands: [
      'init --domain example.com --project-name yard-operator --enable prometheus,network-policy --skip-install'.split(
        ' ',
      ),
      'create api --group yard --version v1 --kind Crane --ssa'.split(' '),
      'create webhook --group yard --version v1 --kind Crane --defaulting'.split(' '),
      'edit --enable metrics-certs --enable pod-disruption-budget'.split(' '),
    ],
  },
  {
    name: 'inferred',
    commands: [
      'init --domain example.com --project-name cache-operator --permissions inferred --skip-install'.split(' '),
      'create api --group cache --version v1alpha1 --kind Memcached --image memcached:1.6-alpine'.split(' '),
      'create api --group cache --version v1alpha1 --kind Pool'.split(' '),
      'create api --group apps --version v1 --kind Deployment --no-resource'.split(' '),
    ],
  },
];
