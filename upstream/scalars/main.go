// Command scalars answers tests about quantities and durations with the code of Kubernetes and Go: one JSON list of a
// function and its arguments per line of the input, and one line of JSON for each as output.
package main

import (
	"bufio"
	"encoding/json"
	"math/big"
	"os"
	"strconv"
	"time"

	"gopkg.in/inf.v0"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Answer is the result; invalid if an argument is not a quantity or duration.
type Answer struct {
	Invalid bool `json:"invalid,omitempty"`
	// Amount is the exact amount, as an integer and a power of ten.
	Amount   string `json:"amount,omitempty"`
	Exponent int32  `json:"exponent,omitempty"`
	Format   string `json:"format,omitempty"`
	// Canonical is the canonical form, Reread its amount when it is parsed again.
	Canonical string `json:"canonical,omitempty"`
	Lossy     bool   `json:"lossy,omitempty"`
	Order     int    `json:"order,omitempty"`
	Number    string `json:"number,omitempty"`
	Value     string `json:"value,omitempty"`
}

var functions = map[string]func(arguments []string) Answer{
	"parse":    func(a []string) Answer { return one(a[0], func(q *resource.Quantity) {}) },
	"negate":   func(a []string) Answer { return one(a[0], func(q *resource.Quantity) { q.Neg() }) },
	"multiply": func(a []string) Answer { return one(a[0], func(q *resource.Quantity) { q.Mul(integer(a[1])) }) },
	"round": func(a []string) Answer {
		return one(a[0], func(q *resource.Quantity) { q.RoundUp(resource.Scale(integer(a[1]))) })
	},
	"add":      func(a []string) Answer { return two(a, func(q *resource.Quantity, y resource.Quantity) { q.Add(y) }) },
	"subtract": func(a []string) Answer { return two(a, func(q *resource.Quantity, y resource.Quantity) { q.Sub(y) }) },
	"compare":  compare,
	"value":    value,
	"duration": duration,
	"format":   func(a []string) Answer { return Answer{Value: time.Duration(integer(a[0])).String()} },
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<20)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	encoder := json.NewEncoder(output)
	for input.Scan() {
		var call []string
		if err := json.Unmarshal(input.Bytes(), &call); err != nil {
			panic(err)
		}
		if err := encoder.Encode(functions[call[0]](call[1:])); err != nil {
			panic(err)
		}
	}
}

func one(text string, change func(q *resource.Quantity)) Answer {
	q, err := resource.ParseQuantity(text)
	if err != nil {
		return Answer{Invalid: true}
	}
	change(&q)
	return describe(q)
}

func two(texts []string, change func(q *resource.Quantity, y resource.Quantity)) Answer {
	y, err := resource.ParseQuantity(texts[1])
	if err != nil {
		return Answer{Invalid: true}
	}
	return one(texts[0], func(q *resource.Quantity) { change(q, y) })
}

func describe(q resource.Quantity) Answer {
	number, suffix := q.CanonicalizeBytes(nil)
	canonical := string(number) + string(suffix)
	reread, err := resource.ParseQuantity(canonical)
	lossy := err != nil || reread.Cmp(q) != 0
	float := strconv.FormatFloat(q.AsFloat64Slow(), 'g', -1, 64)
	dec := new(inf.Dec).Set(q.AsDec())
	return Answer{
		Amount:    dec.UnscaledBig().String(),
		Exponent:  -int32(dec.Scale()),
		Format:    string(q.Format),
		Canonical: canonical,
		Lossy:     lossy,
		Order:     q.Sign(),
		Number:    float,
	}
}

func compare(texts []string) Answer {
	q, err := resource.ParseQuantity(texts[0])
	y, otherErr := resource.ParseQuantity(texts[1])
	if err != nil || otherErr != nil {
		return Answer{Invalid: true}
	}
	return Answer{Order: q.Cmp(y)}
}

// value returns the value at a scale, or nothing if it exceeds 64 bits, where upstream returns a wrong one.
func value(arguments []string) Answer {
	q, err := resource.ParseQuantity(arguments[0])
	if err != nil {
		return Answer{Invalid: true}
	}
	scale := integer(arguments[1])
	limit := inf.NewDecBig(big.NewInt(1<<62), inf.Scale(-scale))
	exact := q.DeepCopy()
	size := new(inf.Dec).Abs(exact.AsDec())
	if size.Cmp(limit) > 0 {
		return Answer{}
	}
	return Answer{Value: strconv.FormatInt(q.ScaledValue(resource.Scale(scale)), 10)}
}

func duration(texts []string) Answer {
	d, err := time.ParseDuration(texts[0])
	if err != nil {
		return Answer{Invalid: true}
	}
	return Answer{Value: strconv.FormatInt(int64(d), 10), Canonical: d.String()}
}

func integer(text string) int64 {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(err)
	}
	return number
}
