export {
  testOperator,
  type DeployedOperator,
  type Described,
  type OperatorTestOptions,
  type PodSecurity,
} from './operator.js';
