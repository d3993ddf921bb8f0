export { testOperator, type DeployedOperator, type Described, type OperatorTestOptions } from './operator.js';
