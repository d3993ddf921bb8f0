// Evaluates PromQL expressions with the engine of Prometheus, over scrapes of an operator. It reads a question from standard
// input and prints the answers as JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/textparse"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb"
)

type scrape struct {
	// Milliseconds since 1970.
	At int64 `json:"at"`
	// Labels that Prometheus adds to each sample of its target.
	Target map[string]string `json:"target"`
	// Report of the target, in the text format of Prometheus.
	Text string `json:"text"`
}

type question struct {
	Scrapes     []scrape `json:"scrapes"`
	Expressions []string `json:"expressions"`
	// Time of the evaluation, in milliseconds since 1970.
	At int64 `json:"at"`
}

type series struct {
	Labels map[string]string `json:"labels"`
	// Null if it is not a finite number, which JSON does not have.
	Value *float64 `json:"value"`
}

type answer struct {
	Problem string   `json:"problem,omitempty"`
	Series  []series `json:"series"`
}

func main() {
	var asked question
	fail(json.NewDecoder(os.Stdin).Decode(&asked))
	folder, err := os.MkdirTemp("", "prometheus-judge-")
	fail(err)
	defer os.RemoveAll(folder)
	db, err := tsdb.Open(folder, nil, nil, tsdb.DefaultOptions(), nil)
	fail(err)
	defer db.Close()
	for _, each := range asked.Scrapes {
		fail(store(db, each))
	}
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 1_000_000, Timeout: time.Minute})
	answers := []answer{}
	for _, each := range asked.Expressions {
		answers = append(answers, evaluate(engine, db, each, time.UnixMilli(asked.At)))
	}
	fail(json.NewEncoder(os.Stdout).Encode(answers))
}

func fail(err error) {
	if err != nil {
		panic(err)
	}
}

func store(db storage.Appendable, scraped scrape) error {
	parser, err := textparse.New([]byte(scraped.Text), "text/plain; version=0.0.4", nil, textparse.ParserOptions{})
	if err != nil {
		return err
	}
	appender := db.Appender(context.Background())
	for {
		entry, err := parser.Next()
		if errors.Is(err, io.EOF) {
			return appender.Commit()
		}
		if err != nil {
			return errors.Join(err, appender.Rollback())
		}
		if entry != textparse.EntrySeries {
			continue
		}
		var read labels.Labels
		parser.Labels(&read)
		builder := labels.NewBuilder(read)
		for name, value := range scraped.Target {
			builder.Set(name, value)
		}
		_, _, value := parser.Series()
		if _, err := appender.Append(0, builder.Labels(), scraped.At, value); err != nil {
			return errors.Join(err, appender.Rollback())
		}
	}
}

func evaluate(engine *promql.Engine, db storage.Queryable, expression string, at time.Time) answer {
	query, err := engine.NewInstantQuery(context.Background(), db, nil, expression, at)
	if err != nil {
		return answer{Problem: err.Error(), Series: []series{}}
	}
	defer query.Close()
	result := query.Exec(context.Background())
	vector, err := result.Vector()
	if err != nil {
		return answer{Problem: err.Error(), Series: []series{}}
	}
	found := []series{}
	for _, sample := range vector {
		found = append(found, series{Labels: sample.Metric.Map(), Value: finite(sample.F)})
	}
	return answer{Series: found}
}

func finite(value float64) *float64 {
	if _, err := json.Marshal(value); err != nil {
		return nil
	}
	return &value
}
